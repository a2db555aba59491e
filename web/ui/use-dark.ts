import { useComputedColorScheme } from '@mantine/core';

/** Tells whether the page is shown dark, by choice or by the system. */
export function useDark(): boolean {
  return useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
}
