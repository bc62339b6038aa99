/** Time in ms after which a page from memory is better than waiting on. */
const PATIENCE_MS = 5_000;

/** The server's answer, or the kept one when the server cannot be reached or is slow. */
export function soonOr(fromServer: Promise<Response>, kept: Response): Promise<Response> {
  const slow = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), PATIENCE_MS));
  const reached = fromServer.then(
    (answer) => (isUnreachable(answer) ? kept : answer),
    () => kept,
  );
  return Promise.race([reached, slow]);
}

/** Whether a proxy answered in place of a server that is down; 520 to 530 are Cloudflare's own. */
const isUnreachable = ({ status }: Response) =>
  (status >= 502 && status <= 504) || (status >= 520 && status <= 530);
