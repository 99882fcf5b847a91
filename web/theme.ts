import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const petrol: MantineColorsTuple = [
  '#eef5f8',
  '#dde8ee',
  '#b8d0dd',
  '#8fb6cb',
  '#6da0bc',
  '#5792b3',
  '#498baf',
  '#38779a',
  '#2a678a',
  '#185878',
];

/** Shades as light as Mantine's, but tinted like the background, beside which pure greys look foreign. */
const dark: MantineColorsTuple = [
  '#c9d0d5',
  '#b4bdc3',
  '#828b92',
  '#69737a',
  '#3f4850',
  '#363e45',
  '#2a3036',
  '#212629',
  '#1c2024',
  '#14171a',
];

/** Calm and dense; shade 8 is the first that carries white text at 4.5 : 1. */
export const theme = createTheme({
  colors: { petrol, dark },
  primaryColor: 'petrol',
  primaryShade: 8,
  autoContrast: true,
  defaultRadius: 'sm',
  cursorType: 'pointer',
  // Latin, Greek, Cyrillic and Vietnamese; the machine's own fonts write the other languages of the marketplace.
  fontFamily:
    '"IBM Plex Sans Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '1.375rem', lineHeight: '1.3' }, h2: { fontSize: '1.0625rem' } },
  },
  respectReducedMotion: true,
  // What pulses is a layer of its own, drawn sixty times a second while the machine should load.
  components: { Skeleton: { defaultProps: { animate: false } } },
});

/** Replaces Mantine's dimmed colours, whose contrast is too low for text. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-anchor': 'var(--mantine-color-petrol-8)',
    '--mantine-color-yellow-outline': '#8a5500',
    '--mantine-color-red-outline': 'var(--mantine-color-red-9)',
    '--app-canvas': '#f6f8f9',
    '--app-surface': '#ffffff',
    '--app-field': '#ffffff',
    '--app-line': '#dde3e7',
    '--app-hover': '#eef3f6',
    '--app-chosen': '#e6f0f5',
    '--app-edge': '#c3ccd2',
    '--app-split-1': '#2a678a',
    '--app-split-2': '#2f8f6b',
    '--app-split-3': '#b06a10',
    '--app-split-mark': '#a61e4d',
    '--app-split-hatch': '#9fb0bb',
  },
  dark: {
    '--mantine-color-body': '#1a1d20',
    '--mantine-color-text': '#e3e8ec',
    '--mantine-color-dimmed': '#a9b2b9',
    '--mantine-color-placeholder': '#98a2a9',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-anchor': 'var(--mantine-color-petrol-3)',
    // A quiet button is no louder than the text beside it.
    '--mantine-color-petrol-light-color': 'var(--mantine-color-petrol-3)',
    // What removes is told from what does not.
    '--mantine-color-red-light-color': 'var(--mantine-color-red-4)',
    '--app-canvas': '#14171a',
    '--app-surface': '#1c2024',
    '--app-field': 'var(--mantine-color-dark-6)',
    '--app-line': '#343b41',
    '--app-hover': '#252b30',
    '--app-chosen': '#1f3340',
    '--app-edge': '#4a545c',
    '--app-split-1': '#5fa3ca',
    '--app-split-2': '#4fb58e',
    '--app-split-3': '#dd9a43',
    '--app-split-mark': '#f783ac',
    '--app-split-hatch': '#59666f',
  },
});
