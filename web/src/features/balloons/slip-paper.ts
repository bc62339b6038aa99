export const SLIP_PAPERS = ['a6', 'receipt'] as const;
export type SlipPaper = (typeof SLIP_PAPERS)[number];

/** Sheets of slips: the small sheet of a printer, or the roll of a receipt printer, which cuts where a page ends. */
const PAGES: Record<SlipPaper, string> = {
  a6: '@page { size: 105mm 148mm; margin: 8mm; }',
  receipt: '@page { size: 80mm 110mm; margin: 4mm; }',
};

/** Style of the printed pages of slips. */
export const slipPages = (paper: SlipPaper): string => PAGES[paper];
