import type { Language } from './languages.ts';

// In matching order: browsers also name the ones they are derived from.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOpera/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];
const on: Record<Language, string> = { 'pt-BR': 'em', 'pt-PT': 'em', es: 'en', 'en-US': 'on' };
const unknown: Record<Language, string> = {
  'pt-BR': 'Dispositivo desconhecido',
  'pt-PT': 'Dispositivo desconhecido',
  es: 'Dispositivo desconocido',
  'en-US': 'Unknown device',
};

const found = (list: readonly (readonly [RegExp, string])[], agent: string) => list.find(([pattern]) => pattern.test(agent))?.[1];

/** A browser's user agent in words, `Chrome em Windows`; an unknown one unchanged, shortened. */
export function agentWords(agent: string | null | undefined, language: Language): string {
  const [browser, system] = [found(browsers, agent ?? ''), found(systems, agent ?? '')];
  if (browser && system) return `${browser} ${on[language]} ${system}`;
  return browser ?? system ?? (agent?.trim().slice(0, 60) || unknown[language]);
}

/** Whether it is a phone or a tablet. */
export const isHandheld = (agent: string | null | undefined): boolean => /\biPhone\b|\biPad\b|\bAndroid\b/.test(agent ?? '');
