import type { KeyValue } from './key-value.ts';
import { onNavigation } from './navigation.ts';

const key = 'bi:reloaded';

type Surroundings = {
  /** The file of this page's first script, which names the deployment that the page came from. */
  entry: string;
  isGone: (file: string) => Promise<boolean>;
  storage: KeyValue;
  reload: () => void;
};

/**
 * A tab may outlive the deployment that it came from, whose files are gone then. It is loaded anew at the next navigation, where nothing
 * can be lost, and once for a deployment: what is still missing afterwards would be missing again.
 */
export function createStaleBuild({ entry, isGone, storage, reload }: Surroundings) {
  let isStale = false;
  return {
    /** Code could not be fetched. Without a connection nothing follows from that: a reload would lose the page. */
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

/** Follows what fails to load in this page. Where the tab's storage is closed a loop could not be told from a first time. */
export function followDeployments(): void {
  const entry = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src;
  try {
    if (!entry) return;
    const build = createStaleBuild({ entry, isGone, storage: sessionStorage, reload: () => location.reload() });
    addEventListener('vite:preloadError', () => void build.failed());
    onNavigation(() => build.navigated());
  } catch {
    // A tab without storage stays as it is.
  }
}
