import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import type { MouseEvent } from 'react';
import { completeValue, takeOnly } from './take-only.ts';

const shade = 'var(--btn)';
const brand: MantineColorsTuple = [shade, shade, shade, shade, shade, shade, shade, shade, shade, shade];

/** A choice's description belongs to it: pressing the description selects the choice, like its label. */
const pressBelow = {
  wrapperProps: {
    onClick: ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
      if (target instanceof Element && target.closest('[id$="-description"]')) currentTarget.querySelector('input')?.click();
    },
  },
};

/** Mantine in the tenant's colours: it never computes a colour, every one is a variable of the page head. */
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
  // Without Mantine's focus placeholder the first item gets focus, and a menu contains only menu items.
  // A menu stays visible when its button scrolls out of view: a hidden one could not take focus.
  components: {
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, hideDetached: false } },
    Radio: { defaultProps: pressBelow },
    Checkbox: { defaultProps: pressBelow },
    Switch: { defaultProps: pressBelow },
    Select: { defaultProps: { onKeyDown: takeOnly } },
    MultiSelect: { defaultProps: { onKeyDown: takeOnly } },
    Autocomplete: { defaultProps: { onKeyDown: completeValue } },
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
