/** Shades of the palette, from light to dark, by hue; 20 rows of 8. */
export const PALETTE = {
  red: ['#FFCDD2', '#EF9A9A', '#E57373', '#EF5350', '#F44336', '#E53935', '#D32F2F', '#C62828'],
  pink: ['#F8BBD0', '#F48FB1', '#F06292', '#EC407A', '#E91E63', '#D81B60', '#C2185B', '#AD1457'],
  purple: ['#E1BEE7', '#CE93D8', '#BA68C8', '#AB47BC', '#9C27B0', '#8E24AA', '#7B1FA2', '#6A1B9A'],
  deepPurple: ['#D1C4E9', '#B39DDB', '#9575CD', '#7E57C2', '#673AB7', '#5E35B1', '#512DA8', '#4527A0'],
  indigo: ['#C5CAE9', '#9FA8DA', '#7986CB', '#5C6BC0', '#3F51B5', '#3949AB', '#303F9F', '#283593'],
  blue: ['#BBDEFB', '#90CAF9', '#64B5F6', '#42A5F5', '#2196F3', '#1E88E5', '#1976D2', '#1565C0'],
  lightBlue: ['#B3E5FC', '#81D4FA', '#4FC3F7', '#29B6F6', '#03A9F4', '#039BE5', '#0288D1', '#0277BD'],
  cyan: ['#B2EBF2', '#80DEEA', '#4DD0E1', '#26C6DA', '#00BCD4', '#00ACC1', '#0097A7', '#00838F'],
  teal: ['#B2DFDB', '#80CBC4', '#4DB6AC', '#26A69A', '#009688', '#00897B', '#00796B', '#00695C'],
  green: ['#C8E6C9', '#A5D6A7', '#81C784', '#66BB6A', '#4CAF50', '#43A047', '#388E3C', '#2E7D32'],
  lightGreen: ['#DCEDC8', '#C5E1A5', '#AED581', '#9CCC65', '#8BC34A', '#7CB342', '#689F38', '#558B2F'],
  lime: ['#F0F4C3', '#E6EE9C', '#DCE775', '#D4E157', '#CDDC39', '#C0CA33', '#AFB42B', '#9E9D24'],
  yellow: ['#FFF9C4', '#FFF59D', '#FFF176', '#FFEE58', '#FFEB3B', '#FDD835', '#FBC02D', '#F9A825'],
  amber: ['#FFECB3', '#FFE082', '#FFD54F', '#FFCA28', '#FFC107', '#FFB300', '#FFA000', '#FF8F00'],
  orange: ['#FFE0B2', '#FFCC80', '#FFB74D', '#FFA726', '#FF9800', '#FB8C00', '#F57C00', '#EF6C00'],
  deepOrange: ['#FFCCBC', '#FFAB91', '#FF8A65', '#FF7043', '#FF5722', '#F4511E', '#E64A19', '#D84315'],
  brown: ['#D7CCC8', '#BCAAA4', '#A1887F', '#8D6E63', '#795548', '#6D4C41', '#5D4037', '#4E342E'],
  grey: ['#F5F5F5', '#EEEEEE', '#E0E0E0', '#BDBDBD', '#9E9E9E', '#757575', '#616161', '#424242'],
  blueGrey: ['#CFD8DC', '#B0BEC5', '#90A4AE', '#78909C', '#607D8B', '#546E7A', '#455A64', '#37474F'],
  bright: ['#FFEA00', '#FF9100', '#FF1744', '#F50057', '#D500F9', '#2979FF', '#00E5FF', '#00E676'],
} as const satisfies Record<string, readonly string[]>;
export type Hue = keyof typeof PALETTE;

export const SHADES = 8;

export interface Swatch {
  color: string;
  hue: Hue;
  /** From 1, the lightest. */
  shade: number;
}

/** All swatches, row by row. */
export const SWATCHES: readonly Swatch[] = (Object.keys(PALETTE) as Hue[]).flatMap((hue) =>
  PALETTE[hue].map((color, index) => ({ color, hue, shade: index + 1 })),
);

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  ArrowDown: SHADES,
  ArrowUp: -SHADES,
};

/** Index of the swatch to which a key leads, or undefined for other keys and beyond the edge. */
export function swatchAfter(key: string, index: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return SWATCHES.length - 1;
  const next = index + (STEPS[key] ?? Number.NaN);
  return SWATCHES[next] === undefined ? undefined : next;
}
