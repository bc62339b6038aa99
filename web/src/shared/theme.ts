import {
  ActionIcon,
  Button,
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  Input,
  Loader,
  type MantineColorsTuple,
  Menu,
  Modal,
  Tooltip,
  type VariantColorsResolver,
} from '@mantine/core';
import { SITE } from '#shared/site.ts';

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

/** Greys of the dark theme from light to dark, so that whatever the library draws by itself fits in. */
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

/** The component library in our clothes; the colours are those of `tokens.css`. */
export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 6, dark: 3 },
  variantColorResolver: brandOnOurTokens,
  colors: { brand: (SITE.shades ?? BRAND) as MantineColorsTuple, dark: DARK },
  fontFamily: 'var(--font-text)',
  fontFamilyMonospace: 'var(--font-mono)',
  headings: { fontFamily: 'var(--font-text)', fontWeight: '620' },
  defaultRadius: 'md',
  radius: { sm: '6px', md: '10px', lg: '16px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: Button.extend({ defaultProps: { size: 'md' } }),
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray', size: 44 } }),
    Input: Input.extend({ defaultProps: { size: 'md' } }),
    Loader: Loader.extend({ defaultProps: { type: 'oval', size: 'sm' } }),
    Menu: Menu.extend({
      defaultProps: {
        shadow: 'none',
        radius: 'md',
        position: 'bottom-end',
        offset: 6,
        withInitialFocusPlaceholder: false, // a stop of the focus that is no item, which menus may not have
      },
    }),
    Modal: Modal.extend({
      defaultProps: { radius: 'lg', padding: 'xl', centered: true, overlayProps: { backgroundOpacity: 0.4 } },
    }),
    Tooltip: Tooltip.extend({
      defaultProps: { openDelay: 300, withArrow: false, events: { hover: true, focus: true, touch: true } },
    }),
  },
});

/** Filled controls in the brand colour take its tokens, so that their text keeps its contrast in both themes. */
function brandOnOurTokens(input: Parameters<VariantColorsResolver>[0]): ReturnType<VariantColorsResolver> {
  const colors = defaultVariantColorsResolver(input);
  if (input.variant !== 'filled' || (input.color !== undefined && input.color !== 'brand')) return colors;
  return { ...colors, background: 'var(--brand)', hover: 'var(--brand-hover)', color: 'var(--on-brand)' };
}

/** Points the library's own variables at ours. */
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
