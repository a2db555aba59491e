import { isPublicPath, matchesPath } from '../../domain/access/screens.ts';
import type { Language } from '../../domain/session/languages.ts';

const reportPaths = ['/{id}/reports/view', '/{id}/management/view'];

/** Which lists of files a path's page loads; a public page needs its language alone. */
export function preloadNames(path: string, language: Language): string[] {
  const signIn = `sign-in:${language}`;
  if (isPublicPath(path)) return [signIn];
  const portal = [signIn, `view:${language}`, 'portal'];
  if (path === '/') return [...portal, 'home'];
  return reportPaths.some((pattern) => matchesPath(pattern, path)) ? [...portal, 'report'] : portal;
}

/**
 * The head's links for a page, from the lists that the build wrote into the index (`name=file,file|name=…`):
 * page, code and data are then three trips one after the other, however deep the link (QUALITY, trips). Sheets are linked and not
 * preloaded: a browser complains of a preload that a redirect to the sign-in page leaves unused.
 */
export function preloadLinks(lists: string, names: readonly string[], nonce: string): string {
  const known = new Map(
    lists.split('|').map(
      (list) =>
        [
          list.slice(0, list.indexOf('=')),
          list
            .slice(list.indexOf('=') + 1)
            .split(',')
            .filter(Boolean),
        ] as const,
    ),
  );
  const files = new Set(names.flatMap((name) => known.get(name) ?? []));
  return [...files]
    .filter((file) => /^assets\/[\w.-]+\.(js|css)$/.test(file))
    .map((file) =>
      file.endsWith('.css')
        ? `<link rel="stylesheet" nonce="${nonce}" href="/${file}">`
        : `<link rel="modulepreload" nonce="${nonce}" href="/${file}">`,
    )
    .join('');
}
