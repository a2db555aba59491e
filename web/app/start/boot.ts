import type { PageBoot } from '../../../domain/session/contract.ts';
import { defaultTheme, type Theme } from '../../../domain/themes/theme.ts';

/** Data the Worker wrote into the page: the response of login/config without its notices, or that no tenant has this host. */
type Boot = PageBoot | { unknownHost: true } | null;

function readBoot(): Boot {
  try {
    const value: unknown = JSON.parse(document.getElementById('boot')?.textContent ?? 'null');
    // because the Worker writes it with the contract's own schema
    return value && typeof value === 'object' ? (value as Boot) : null;
  } catch {
    return null;
  }
}

const boot: Boot = readBoot();
export const isUnknownHost: boolean = boot !== null && 'unknownHost' in boot;
export const signInPage: PageBoot | null = boot !== null && !('unknownHost' in boot) ? boot : null;

/** The notices of the sign-in page, as the Worker wrote them; the script only moves them. */
export const pageNotices: HTMLElement | null = globalThis.document?.getElementById('notices') ?? null;

/** The parts of the tenant's theme needed for drawing; surface and text colours are variables of the page head. */
export function getTheme(page: PageBoot | null): Theme {
  if (!page) return defaultTheme;
  const { theme, tenant } = page;
  return {
    ...defaultTheme,
    name: tenant.name,
    pageTitle: theme.title_page || defaultTheme.pageTitle,
    icon: theme.mark || null,
    favicon: theme.favicon || null,
    iconReport: theme.iconReport || null,
    showBackgroundImage: theme.showBackgroundImage,
    loginBackground: theme.loginBackground,
    landscape: theme.landscape,
    mirrored: theme.mirrored,
    sun: theme.sun,
  };
}

/** The nonce of this page's Content-Security-Policy, for the styles that Mantine writes. */
export const pageNonce = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined;
