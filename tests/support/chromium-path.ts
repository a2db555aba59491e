import { existsSync } from 'node:fs';

// Debian's packages, so that nothing is downloaded from elsewhere; the headless build uses a third less CPU for drawing.
const debians = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;

/** Where the browser of the tests is: MIRANTE_CHROMIUM, or the first that is installed. */
export const chromium = process.env.MIRANTE_CHROMIUM ?? debians.find((path) => existsSync(path)) ?? debians[0];
