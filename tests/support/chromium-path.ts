import { existsSync } from 'node:fs';

/** Debian's headless build: a page costs half the CPU that it costs in the full browser, which also draws windows that no one sees. */
export const headlessChromium = '/usr/bin/chromium-headless-shell';
// Debian's packages, so that nothing is downloaded from elsewhere.
const debians = [headlessChromium, '/usr/bin/chromium'] as const;

/** Where the browser of the tests is: MIRANTE_CHROMIUM, or the first that is installed. */
export const chromium = process.env.MIRANTE_CHROMIUM ?? debians.find((path) => existsSync(path)) ?? debians[0];
