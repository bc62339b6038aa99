import type { TypingToken } from '@balloon/contracts/talk/chat.ts';
import { useEffect, useRef, useState } from 'react';
import { get } from '#shared/api/calls/api.ts';
import { serverNowMs } from '#shared/api/live/server-clock.ts';
import { emitEvent, useSocketEvent } from '#shared/api/live/socket.ts';

const SHOWN_MS = 4_000;
/** Interval of the signal, short enough that the other side sees no pause. */
const TOLD_EVERY_MS = 2_500;
/** Margin before its expiry in which a token is replaced. */
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

/** Notifies the peer at intervals that the person types. Nothing depends on it, so failures are silent. */
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

/**
 * Drops the token, which may have expired or belong to another person; the next signal requests a new one.
 */
function forgetToken(): void {
  token = null;
}
