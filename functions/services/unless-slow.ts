// The call that asked may be cut off, by a deadline or because its person left, and its answer then never comes.
const patienceMs = 3_000;

/** The answer to what another call of this isolate asks already; null when it takes so long that one had better ask anew. */
export async function unlessSlow<Result>(asked: Promise<Result>): Promise<Result | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, patienceMs, null);
  });
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}
