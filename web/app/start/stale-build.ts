import { onNavigation } from '../address/navigation.ts';
import type { KeyValue } from '../session/key-value.ts';

const key = 'bi:reloaded';

type Surroundings = {
  /** The file of this page's first script, which identifies the page's deployment. */
  entry: string;
  isGone: (file: string) => Promise<boolean>;
  storage: KeyValue;
  reload: () => void;
};

/**
 * A tab may outlive its deployment, whose files are then gone. It reloads at the next navigation, where no input can be lost, and only once
 * per deployment, because a file that is still missing afterwards would cause a reload loop.
 */
export function createStaleBuild({ entry, isGone, storage, reload }: Surroundings) {
  let isStale = false;
  return {
    /** Code could not be fetched. Without a connection this proves nothing, and a reload would lose the page. */
    async failed(): Promise<void> {
      isStale ||= storage.getItem(key) !== entry && (await isGone(entry));
    },
    navigated(): void {
      if (!isStale) return;
      isStale = false;
      storage.setItem(key, entry);
      reload();
    },
  };
}

async function isGone(file: string): Promise<boolean> {
  try {
    return (await fetch(file, { method: 'HEAD', cache: 'no-store' })).status === 404;
  } catch {
    return false;
  }
}

/** Watches for failed loads in this page. Without tab storage a reload loop could not be detected. */
export function followDeployments(): void {
  const entry = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src;
  try {
    if (!entry) return;
    const build = createStaleBuild({ entry, isGone, storage: sessionStorage, reload: () => location.reload() });
    addEventListener('vite:preloadError', () => void build.failed());
    onNavigation(() => build.navigated());
  } catch {
    // Without storage the tab never reloads.
  }
}
