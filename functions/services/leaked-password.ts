const waitMs = 2_000;
const maxBytes = 256 * 1024;

/**
 * Whether a password is known from a leak. `api` is a range service like that of haveibeenpwned.com (`GET {api}/range/{prefix}`): it gets
 * the first five of the forty hex digits of the SHA-1 and answers lines `suffix:count`, so it never learns the password. Padding (count 0)
 * is not a leak. This check fails open: a slow, failing or malformed answer accepts the password and is reported to `onFailure`. An empty
 * `api` skips the check.
 */
export async function isLeaked(password: string, api: string, onFailure: (error: unknown) => void): Promise<boolean> {
  if (api === '') return false;
  const digest = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(password));
  const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
  try {
    const response = await fetch(`${api}/range/${hash.slice(0, 5)}`, {
      redirect: 'manual',
      headers: { 'add-padding': 'true', 'user-agent': 'Mirante' },
      signal: AbortSignal.timeout(waitMs),
    });
    if (response.status !== 200 || Number(response.headers.get('content-length') ?? 0) > maxBytes) {
      await response.body?.cancel();
      throw new Error(`the range service answered ${response.status}`);
    }
    const suffix = hash.slice(5);
    const line = (await response.text()).split(/\r?\n/).find((each) => each.toUpperCase().startsWith(`${suffix}:`));
    return line !== undefined && Number(line.slice(suffix.length + 1)) > 0;
  } catch (error) {
    onFailure(error);
    return false;
  }
}
