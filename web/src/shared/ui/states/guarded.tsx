import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';

/**
 * Keeps a failure of one piece of a screen (a message, a statement, a cell) inside that piece.
 *
 * @param of the piece's data: another value causes another try
 * @param fallback shown instead of a failed piece
 */
export function Guarded({
  of,
  fallback,
  children,
}: {
  of: unknown;
  fallback: ReactNode;
  children: ReactNode;
}) {
  return (
    <ErrorBoundary fallback={fallback} resetKeys={[of]}>
      {children}
    </ErrorBoundary>
  );
}
