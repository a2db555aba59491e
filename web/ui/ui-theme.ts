import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import type { MouseEvent } from 'react';
import { takeOnly } from './take-only.ts';

const shade = 'var(--btn)';
const brand: MantineColorsTuple = [shade, shade, shade, shade, shade, shade, shade, shade, shade, shade];

/** The words under a choice belong to it: a press on them chooses, as one on its name does. */
const pressBelow = {
  wrapperProps: {
    onClick: ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
      if (target instanceof Element && target.closest('[id$="-description"]')) currentTarget.querySelector('input')?.click();
    },
  },
};

/** Mantine in the tenant's colours: it never computes one itself, every colour is a variable of the page head. */
export const uiTheme = createTheme({
  fontFamily: 'var(--text)',
  fontFamilyMonospace: 'var(--mono)',
  headings: { fontFamily: 'var(--display)' },
  primaryColor: 'brand',
  colors: { brand },
  defaultRadius: 'md',
  radius: { md: '8px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Without its placeholder the first entry takes the focus, and a menu holds nothing but entries.
  // A menu stays where its button scrolls out of sight: hidden, it could not take the focus.
  components: {
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, hideDetached: false } },
    Radio: { defaultProps: pressBelow },
    Checkbox: { defaultProps: pressBelow },
    Switch: { defaultProps: pressBelow },
    Select: { defaultProps: { onKeyDown: takeOnly } },
    MultiSelect: { defaultProps: { onKeyDown: takeOnly } },
  },
});

const variables = {
  '--mantine-color-body': 'var(--bg)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-2)',
  '--mantine-color-placeholder': 'var(--ink-2)',
  '--mantine-color-anchor': 'var(--link)',
  '--mantine-color-error': 'var(--err)',
  '--mantine-color-success': 'var(--ok)',
  '--mantine-color-default': 'var(--raised)',
  '--mantine-color-default-hover': 'var(--subgroup)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--field)',
  '--mantine-color-disabled': 'var(--trough)',
  '--mantine-color-disabled-color': 'var(--ink-2)',
  '--mantine-color-disabled-border': 'var(--line-2)',
  '--mantine-primary-color-contrast': 'var(--btn-ink)',
};

export const uiVariables: CSSVariablesResolver = () => ({ variables: {}, light: variables, dark: variables });
