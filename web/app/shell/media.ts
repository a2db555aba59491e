import { useSyncExternalStore } from 'react';

const phone = '(max-width: 767px)';
const wide = '(min-width: 1200px)';

const watch = (query: string) => (listener: () => void) => {
  const list = matchMedia(query);
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
};
const watchPhone = watch(phone);
const watchWide = watch(wide);

export type Width = 'phone' | 'middle' | 'wide';

/** The three layouts: bottom bar under 768, rail up to 1199, menu from 1200. */
export function useWidth(): Width {
  const isPhone = useSyncExternalStore(watchPhone, () => matchMedia(phone).matches);
  const isWide = useSyncExternalStore(watchWide, () => matchMedia(wide).matches);
  return isPhone ? 'phone' : isWide ? 'wide' : 'middle';
}
