/** Reads a colour variable of the page, `btn` for `--btn`. */
export type ReadToken = (name: string) => string;

/** The tenant's colours, in the current mode, as a theme of the report service. Data colours stay distinguishable. */
export function embedTheme(read: ReadToken): { themeJson: Record<string, unknown> } {
  const link = read('link');
  return {
    themeJson: {
      name: 'Portal',
      dataColors: [link, read('sun') || '#F0A04B', read('info'), read('ok'), read('warn'), read('err'), read('ink-2'), read('field')],
      background: read('bg'),
      secondaryBackground: read('card'),
      foreground: read('ink'),
      foregroundNeutralSecondary: read('ink-2'),
      foregroundNeutralTertiary: read('field'),
      tableAccent: link,
      hyperlink: link,
      good: read('ok'),
      neutral: read('warn'),
      bad: read('err'),
    },
  };
}

/** The theme from the current page's colours. */
export function currentTheme(): { themeJson: Record<string, unknown> } {
  const style = getComputedStyle(document.documentElement);
  return embedTheme((name) => style.getPropertyValue(`--${name}`).trim());
}

/** Calls back when the page turns light or dark, by choice or by the system. */
export function watchScheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-mantine-color-scheme'] });
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', changed);
  };
}
