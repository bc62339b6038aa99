/** Most pixels of a picture. */
export interface Most {
  width: number;
  height: number;
}

/** Fine enough for the logo of an organisation on certificates, where it is 54 points high. */
export const LOGO_MOST: Most = { width: 800, height: 480 };

/**
 * A chosen picture as a PNG data URL, made smaller where it is larger than its place on paper; whatever else the file said, such
 * as where a photo was taken, is gone.
 */
export const pngOf = async (file: Blob, most: Most): Promise<string> =>
  (await drawn(file, most)).toDataURL('image/png');

/** Draws a picture as a PNG file; what cannot be drawn stays as it is, and the server says what is wrong with it. */
export async function pngFileOf(file: File, most: Most): Promise<File> {
  const canvas = await drawn(file, most).catch(() => null);
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas ? canvas.toBlob(resolve, 'image/png') : resolve(null),
  );
  return blob ? new File([blob], 'picture.png', { type: 'image/png' }) : file;
}

async function drawn(file: Blob, most: Most): Promise<HTMLCanvasElement> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, most.width / bitmap.width, most.height / bitmap.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas;
}
