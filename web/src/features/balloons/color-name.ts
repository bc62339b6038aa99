/** Names of balloon colours, as runners call them. Keys of texts: `balloons.color.NAME`. */
export type ColorName =
  | 'white'
  | 'grey'
  | 'black'
  | 'brown'
  | 'red'
  | 'orange'
  | 'yellow'
  | 'lime'
  | 'green'
  | 'turquoise'
  | 'skyBlue'
  | 'blue'
  | 'purple'
  | 'pink';

/** Where each hue ends, in degrees. */
const HUES: readonly (readonly [number, ColorName])[] = [
  [14, 'red'],
  [42, 'orange'],
  [63, 'yellow'],
  [85, 'lime'],
  [160, 'green'],
  [188, 'turquoise'],
  [203, 'skyBlue'],
  [248, 'blue'],
  [295, 'purple'],
  [345, 'pink'],
  [361, 'red'],
];

/** The colour of a balloon in words, for runners who pick one out of a bag. */
export function colorName(hex: string): ColorName {
  const { hue, saturation, lightness } = hslOf(hex);
  if (lightness > 0.95) return 'white';
  if (lightness < 0.08) return 'black';
  if (saturation < 0.12) return 'grey';
  const name = HUES.find(([end]) => hue < end)?.[1] ?? 'red';
  const isBrown = lightness < 0.36 && saturation < 0.85 && (name === 'orange' || name === 'red');
  return isBrown ? 'brown' : name;
}

function hslOf(hex: string): { hue: number; saturation: number; lightness: number } {
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  const [red, green, blue] = [channel(1), channel(3), channel(5)];
  const most = Math.max(red, green, blue);
  const spread = most - Math.min(red, green, blue);
  const lightness = most - spread / 2;
  if (spread === 0) return { hue: 0, saturation: 0, lightness };
  const saturation = spread / (1 - Math.abs(2 * lightness - 1));
  return { hue: (60 * sixthOf(red, green, blue) + 360) % 360, saturation, lightness };
}

/** Place on the wheel of hues in sixths of a turn; the channels must differ. */
function sixthOf(red: number, green: number, blue: number): number {
  const most = Math.max(red, green, blue);
  const spread = most - Math.min(red, green, blue);
  if (most === red) return (green - blue) / spread;
  return most === green ? 2 + (blue - red) / spread : 4 + (red - green) / spread;
}
