/** Black or white, whichever reads better on a colour, and its contrast there (WCAG 2, 1 to 21). */
export function readableOn(color: string): { ink: '#000' | '#fff'; ratio: number } {
  const luminance = luminanceOf(color);
  const onBlack = (luminance + 0.05) / 0.05;
  const onWhite = 1.05 / (luminance + 0.05);
  return onBlack >= onWhite ? { ink: '#000', ratio: onBlack } : { ink: '#fff', ratio: onWhite };
}

/** Contrast of two colours given as #rrggbb. */
export function contrastOf(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminanceOf(a), luminanceOf(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) =>
    linear(Number.parseInt(color.slice(start, start + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
