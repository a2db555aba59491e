import { isPublicPath, pageAt } from '../../domain/access/screens.ts';
import type { Language } from '../../domain/session/languages.ts';

/** Which lists of files a path's page loads. A public page needs its language alone, and a path of nobody no more than that. */
export function preloadNames(path: string, language: Language): string[] {
  const signIn = `sign-in:${language}`;
  const page = isPublicPath(path) ? undefined : pageAt(path);
  return page ? [signIn, `view:${language}`, 'portal', page, `${page}:${language}`] : [signIn];
}

/**
 * The head's links for a page, from what the build wrote into the index (dev/route-files.ts: `file,file|name=0,1|…`):
 * page, code and data are then three trips one after the other, however deep the link (QUALITY, trips). Sheets are linked and not
 * preloaded: a browser complains of a preload that a redirect to the sign-in page leaves unused. `isLow` lets the sheets come before the code,
 * where something is drawn without it.
 */
export function preloadLinks(routeFiles: string, names: readonly string[], nonce: string, isLow = false): string {
  const [all = '', ...lists] = routeFiles.split('|');
  const files = all.split(',');
  const wanted = new Set<string>();
  for (const name of names) {
    const list = lists.find((each) => each.startsWith(`${name}=`));
    for (const number of list?.slice(name.length + 1).split(',') ?? []) wanted.add(files[Number(number)] ?? '');
  }
  return [...wanted]
    .filter((file) => /^assets\/[\w.-]+\.(js|css)$/.test(file))
    .map((file) =>
      file.endsWith('.css')
        ? `<link rel="stylesheet" nonce="${nonce}" href="/${file}">`
        : `<link rel="modulepreload"${isLow ? ' fetchpriority="low"' : ''} nonce="${nonce}" href="/${file}">`,
    )
    .join('');
}
