import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import type { UiLinkProps } from '../../ui/UiLink.tsx';
import { ownPath } from '../address/own-path.ts';

/** A link of the portal: a plain anchor that the router follows, preloading its page on hover or focus. */
export function RouterLink({ href, onClick, onPointerEnter, onFocus, ...rest }: UiLinkProps) {
  const router = useRouter();
  const path = rest.target || rest.download !== undefined ? null : ownPath(href);
  const preload = () => {
    if (path) void router.preloadRoute({ to: path.split(/[?#]/)[0] ?? path }).catch(() => undefined);
  };
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (event.defaultPrevented || !plain || !path || path.startsWith('/storage/')) return;
    event.preventDefault();
    router.history.push(path);
  };
  return (
    <a
      {...rest}
      href={href}
      onClick={follow}
      onPointerEnter={(event) => {
        onPointerEnter?.(event);
        preload();
      }}
      onFocus={(event) => {
        onFocus?.(event);
        preload();
      }}
    />
  );
}
