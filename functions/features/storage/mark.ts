import type { ThemeColors } from '../../../domain/themes/theme.ts';
import { safeColors } from '../../../domain/themes/theme.ts';

/** The tenant's default icon: a small look-out in its own colours. */
export function markSvg(theme: ThemeColors): string {
  const { loginBackground, sun, button } = safeColors(theme);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="17" fill="${loginBackground}"/>` +
    '<clipPath id="c"><rect width="64" height="64" rx="17"/></clipPath><g clip-path="url(#c)">' +
    `<circle cx="43" cy="24" r="8" fill="${sun}"/><path d="M0 44 18 31l12 9 14-8 20 12v20H0z" fill="#ffffff" opacity=".35"/>` +
    `<path d="M0 53l16-9 18 9 14-6 16 7v10H0z" fill="${button}"/></g></svg>`
  );
}
