/**
 * A chosen picture as a PNG data URL, made smaller where it is larger than its place on paper; whatever else the file said, such
 * as where a photo was taken, is gone.
 */
export async function pngOf(file: Blob, most: { width: number; height: number }): Promise<string> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, most.width / bitmap.width, most.height / bitmap.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas.toDataURL('image/png');
}
