/** The part of the older generation's client that its page uses; it brings no types. */
declare module 'socket.io-client-2' {
  interface OlderSocket {
    on(event: string, handler: (payload: unknown) => void): void;
    emit(event: string, payload: object): void;
    close(): void;
    connected: boolean;
    io: { engine: { transport: { name: string } } };
  }
  export default function io(
    url: string,
    options: { transports: string[]; transportOptions: object; forceNew: boolean },
  ): OlderSocket;
}
