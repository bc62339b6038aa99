import { correction, generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import { useMemo } from 'react';

/** Width of the light edge that scanners need around a code, in its squares. */
const EDGE = 4;

/**
 * A text as a QR code, drawn in the page: nothing leaves it. Always black on white, as scanners expect.
 *
 * @param label accessible name
 */
export function QrCode({
  text,
  label,
  className,
}: {
  text: string;
  label: string;
  className?: string | undefined;
}) {
  const { path, size } = useMemo(() => {
    const code = generate(text, { minCorrectionLevel: correction.M });
    return { path: toSvgPath(code), size: code.size };
  }, [text]);
  const side = size + 2 * EDGE;
  return (
    <svg
      className={className}
      viewBox={`${-EDGE} ${-EDGE} ${side} ${side}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <rect x={-EDGE} y={-EDGE} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
