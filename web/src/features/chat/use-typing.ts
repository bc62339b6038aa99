import type { TypingToken } from '@balloon/contracts/chat.ts';
import { useEffect, useRef, useState } from 'react';
import { get } from '#shared/api.ts';
import { serverNowMs } from '#shared/server-clock.ts';
import { emitEvent, useSocketEvent } from '#shared/socket.ts';

const SHOWN_MS = 4_000;
/** Often enough for the other side to see it without a pause. */
const TOLD_EVERY_MS = 2_500;
/** An old token is replaced before it expires. */
const SPARE_MS = 60_000;

/** Whether the peer has typed within the last four seconds; a message from the peer ends it. */
export function usePeerTyping(peerId: number): boolean {
  const [isTyping, setTyping] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  function end() {
    clearTimeout(timer.current);
    setTyping(false);
  }
  useSocketEvent('chat typing', ({ peer }) => {
    if (peer.id !== peerId) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(end, SHOWN_MS);
    setTyping(true);
  });
  useSocketEvent('new chat message', ({ author }) => {
    if (author.id === peerId) end();
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return isTyping;
}

/** Tells the peer now and then that the person types. Nothing depends on it, so failures are silent. */
export function useTypingSignal(peerId: number): () => void {
  const toldAtMs = useRef(Number.NEGATIVE_INFINITY);
  return () => {
    if (performance.now() - toldAtMs.current < TOLD_EVERY_MS) return;
    toldAtMs.current = performance.now();
    void tell(peerId).catch(() => forgetToken());
  };
}

let token: Promise<TypingToken> | null = null;

async function tell(peerUserId: number): Promise<void> {
  token ??= get<TypingToken>('/api/user/token');
  const known = await token;
  if (known.expiresAtMs - SPARE_MS < serverNowMs()) forgetToken();
  const { ok } = await emitEvent('chat.startTyping', { peerUserId, token: known.token });
  if (!ok) forgetToken();
}

/** Another person may sit here now, or it expired: the next one is asked for. */
function forgetToken(): void {
  token = null;
}
