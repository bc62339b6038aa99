import {
  type ActionIconProps,
  type ButtonProps,
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type InputProps,
  type LoaderProps,
  type MantineColorsTuple,
  type MenuProps,
  type ModalProps,
  type TooltipProps,
  type VariantColorsResolver,
} from '@mantine/core';
import { SITE } from '#shared/look/site.ts';

const BRAND: MantineColorsTuple = [
  '#eceffd',
  '#d5dbf9',
  '#b0bdff',
  '#93a5ff',
  '#6f86f5',
  '#4a63ea',
  '#2440d6',
  '#1c33b0',
  '#18298c',
  '#131f69',
];

/** Greys of the dark theme from light to dark, so that the library's own drawings fit in. */
const DARK: MantineColorsTuple = [
  '#f0f2f5',
  '#b3bac6',
  '#919aa8',
  '#6d7684',
  '#2c323c',
  '#21252d',
  '#171a20',
  '#0f1115',
  '#0b0d10',
  '#07080a',
];

/** Theme of the component library; colours, sizes and corners are those of `tokens.css`. */
export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 6, dark: 3 },
  variantColorResolver: brandOnOurTokens,
  colors: { brand: (SITE.shades ?? BRAND) as MantineColorsTuple, dark: DARK },
  fontFamily: 'var(--font-text)',
  fontFamilyMonospace: 'var(--font-mono)',
  headings: { fontFamily: 'var(--font-text)', fontWeight: 'var(--weight-strong)' },
  defaultRadius: 'md',
  fontSizes: {
    xs: 'var(--text-xs)',
    sm: 'var(--text-md)',
    md: 'var(--text-base)',
    lg: 'var(--text-lg)',
    xl: 'var(--text-xl)',
  },
  fontWeights: {
    regular: 'var(--weight-normal)',
    medium: 'var(--weight-medium)',
    bold: 'var(--weight-bold)',
  },
  radius: {
    xs: 'var(--radius-sm)',
    sm: 'var(--radius-sm)',
    md: 'var(--radius)',
    lg: 'var(--radius-lg)',
    xl: 'var(--radius-round)',
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Plain objects: what the components' own `extend` needs would be loaded with the first screen.
  components: {
    Button: { defaultProps: { size: 'md' } satisfies Partial<ButtonProps> },
    ActionIcon: {
      defaultProps: { variant: 'subtle', color: 'gray', size: 44 } satisfies Partial<ActionIconProps>,
    },
    Input: { defaultProps: { size: 'md' } satisfies Partial<InputProps> },
    Loader: { defaultProps: { type: 'oval', size: 'sm' } satisfies Partial<LoaderProps> },
    Menu: {
      defaultProps: {
        shadow: 'none',
        radius: 'md',
        position: 'bottom-end',
        offset: 6,
        withInitialFocusPlaceholder: false, // a focus stop that is not an item, which menus may not have
      } satisfies Partial<MenuProps>,
    },
    Modal: {
      defaultProps: {
        radius: 'lg',
        padding: 'xl',
        centered: true,
        overlayProps: { backgroundOpacity: 0.4 },
      } satisfies Partial<ModalProps>,
    },
    Tooltip: {
      defaultProps: {
        openDelay: 300,
        withArrow: false,
        events: { hover: true, focus: true, touch: true },
      } satisfies Partial<TooltipProps>,
    },
  },
});

/** Colours filled controls by the tokens of brand and danger, so that text keeps its contrast in both themes. */
function brandOnOurTokens(input: Parameters<VariantColorsResolver>[0]): ReturnType<VariantColorsResolver> {
  const colors = defaultVariantColorsResolver(input);
  if (input.variant === 'filled' && input.color === 'red') {
    return { ...colors, background: 'var(--wrong)', hover: 'var(--wrong)', color: 'var(--page)' };
  }
  // The library's own red is a pale pink on dark, which nobody takes for a warning.
  if (input.color === 'red') return { ...colors, color: 'var(--wrong)' };
  if (input.variant !== 'filled' || (input.color !== undefined && input.color !== 'brand')) return colors;
  return { ...colors, background: 'var(--brand)', hover: 'var(--brand-hover)', color: 'var(--on-brand)' };
}

/** Sets the library's variables to the tokens. */
export const cssVariables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--page)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-soft)',
    '--mantine-color-placeholder': 'var(--ink-faint)',
    '--mantine-color-anchor': 'var(--brand)',
    '--mantine-color-default': 'var(--page)',
    '--mantine-color-default-hover': 'var(--surface)',
    '--mantine-color-default-border': 'var(--line)',
    '--mantine-color-error': 'var(--wrong)',
  };
  return { variables: {}, light: shared, dark: shared };
};
