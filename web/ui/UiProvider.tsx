import { createContext, type ReactNode, use } from 'react';
import { defaultTheme, type Theme } from '../../domain/themes/theme.ts';
import { Tooltips } from './Tooltips.tsx';

const ThemeContext = createContext<Theme>(defaultTheme);

/** The tenant's theme, for what CSS variables cannot hold: name, pictures, landscape, colours that SVG computes with. */
export function useTheme(): Theme {
  return use(ThemeContext);
}

/** Wraps the whole product once. */
export function UiProvider({ theme = defaultTheme, children }: { theme?: Theme; children: ReactNode }) {
  return (
    <ThemeContext value={theme}>
      {children}
      <Tooltips />
    </ThemeContext>
  );
}
