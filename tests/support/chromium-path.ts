/** Debian's, so that nothing is downloaded from anywhere else. */
export const chromium = process.env.MIRANTE_CHROMIUM ?? '/usr/bin/chromium';
