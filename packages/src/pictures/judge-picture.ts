import type { PictureType } from '@balloon/contracts/judging/testset.ts';
import { imageSize } from 'image-size';
import { svgComplaint } from '#pictures/svg-complaint.ts';

/** Most pixels that a browser is asked to unpack for one picture. */
const MAX_PIXELS = 16_000_000;

const SIGNATURES: readonly (readonly [PictureType, Buffer])[] = [
  ['image/png', Buffer.from('89504e470d0a1a0a', 'hex')],
  ['image/jpeg', Buffer.from('ffd8ff', 'hex')],
];

/** Kind of a picture, or the reason why pages do not show it. */
export type JudgedPicture = { type: PictureType } | { complaint: string };

/** Decides by the content, not the name, whether browsers show a file as a picture within bounds. */
export function judgePicture(content: Buffer): JudgedPicture {
  const known = SIGNATURES.find(([, signature]) => content.subarray(0, signature.length).equals(signature));
  if (!known) {
    const complaint = svgComplaint(content, (inner) => rasterComplaint(inner));
    return complaint === null ? { type: 'image/svg+xml' } : { complaint };
  }
  const complaint = rasterComplaint(content);
  return complaint === null ? { type: known[0] } : { complaint };
}

/** Reason why a PNG or JPEG is not shown; null for one that is. */
function rasterComplaint(content: Buffer): string | null {
  if (SIGNATURES.every(([, signature]) => !content.subarray(0, signature.length).equals(signature)))
    return 'it is neither PNG nor JPEG';
  try {
    const { width, height } = imageSize(content);
    if (width > 0 && height > 0 && width * height <= MAX_PIXELS) return null;
    return `it has ${width}×${height} pixels, and ${MAX_PIXELS / 1_000_000} million are allowed`;
  } catch {
    return 'it is broken';
  }
}
