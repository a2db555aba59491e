import { isPublicPath, pageAt } from '../../domain/access/screens.ts';
import type { Language } from '../../domain/session/languages.ts';

/** The file lists that a path's page loads. Public and unknown paths need only the files of their language. */
export function preloadNames(path: string, language: Language): string[] {
  const signIn = `sign-in:${language}`;
  const page = isPublicPath(path) ? undefined : pageAt(path);
  return page ? [signIn, `view:${language}`, 'portal', page, `${page}:${language}`] : [signIn];
}

/**
 * The links of a page, from what the build wrote into the index (dev/route-files.ts: `file,file|name=0,1|…`). Page, code and data then take
 * three trips in a row, however deep the link (QUALITY, trips). Style sheets are linked, not preloaded: browsers warn about a preload left
 * unused by a redirect to the sign-in page. `isLow` lowers the priority of scripts, which don't run before the style sheets are there.
 */
export function preloadLinks(routeFiles: string, names: readonly string[], nonce: string, isLow = false): { code: string; styles: string } {
  const [all = '', ...lists] = routeFiles.split('|');
  const files = all.split(',');
  const wanted = new Set<string>();
  for (const name of names) {
    const list = lists.find((each) => each.startsWith(`${name}=`));
    for (const number of list?.slice(name.length + 1).split(',') ?? []) wanted.add(files[Number(number)] ?? '');
  }
  const safe = [...wanted].filter((file) => /^assets\/[\w.-]+\.(js|css)$/.test(file));
  const priority = isLow ? ' fetchpriority="low"' : '';
  const linksTo = (end: string, link: (href: string) => string) =>
    safe
      .filter((file) => file.endsWith(end))
      .map((file) => link(`/${file}`))
      .join('');
  return {
    code: linksTo('.js', (href) => `<link rel="modulepreload"${priority} nonce="${nonce}" href="${href}">`),
    styles: linksTo('.css', (href) => styleLink(href, nonce)),
  };
}

export const styleLink = (href: string, nonce: string): string => `<link rel="stylesheet" nonce="${nonce}" href="${href}">`;
