// The call that asked may be cut off by a deadline or because its user left; then its answer never comes.
const patienceMs = 3_000;

/** The answer that another call of this isolate already waits for; null if it takes too long and the caller should ask again. */
export async function unlessSlow<Result>(asked: Promise<Result>): Promise<Result | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, patienceMs, null);
  });
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}
