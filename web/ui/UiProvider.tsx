import { MantineProvider } from '@mantine/core';
import { createContext, type ReactNode, use } from 'react';
import { defaultTheme, type Theme } from '../../domain/themes/theme.ts';
import { Tooltips } from './Tooltips.tsx';
import { uiTheme, uiVariables } from './ui-theme.ts';

const ThemeContext = createContext<Theme>(defaultTheme);

/** The tenant's theme, for what CSS variables cannot say: name, pictures, landscape, colours that SVG computes with. */
export function useTheme(): Theme {
  return use(ThemeContext);
}

type Props = { theme?: Theme; nonce?: string; children: ReactNode };

/** Wraps the whole product once. `nonce` is the one of the page's Content-Security-Policy. */
export function UiProvider({ theme = defaultTheme, nonce, children }: Props) {
  return (
    <ThemeContext value={theme}>
      <MantineProvider
        theme={uiTheme}
        cssVariablesResolver={uiVariables}
        defaultColorScheme="auto"
        {...(nonce ? { getStyleNonce: () => nonce } : {})}
      >
        {children}
        <Tooltips />
      </MantineProvider>
    </ThemeContext>
  );
}
