import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { uiTheme, uiVariables } from './ui-theme.ts';

type Props = { nonce?: string | undefined; children: ReactNode };

/**
 * Mantine's context, for everything behind sign-in: public pages use none of its components and save its 8 kB.
 * `nonce` is from the page's Content-Security-Policy.
 */
export function ControlsProvider({ nonce, children }: Props) {
  return (
    <MantineProvider
      theme={uiTheme}
      cssVariablesResolver={uiVariables}
      defaultColorScheme="auto"
      {...(nonce ? { getStyleNonce: () => nonce } : {})}
    >
      {children}
    </MantineProvider>
  );
}
