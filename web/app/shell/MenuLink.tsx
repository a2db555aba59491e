import type { Icon } from '../../ui/icons.ts';
import { UiLink } from '../../ui/UiLink.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';

type Props = { href: string; label: string; icon: Icon; current: boolean; rail: boolean; count?: number; countLabel?: string };

/** One entry of the menu; in the rail its name becomes a tooltip and remains its accessible name. */
export function MenuLink({ href, label, icon: Glyph, current, rail, count, countLabel }: Props) {
  return (
    <UiLink href={href} className="menu-link" aria-current={current ? 'page' : undefined} {...(rail ? { 'data-tip': label } : {})}>
      <Glyph size={rail ? 20 : 19} stroke={1.75} aria-hidden="true" />
      {rail ? <VisuallyHidden>{label}</VisuallyHidden> : <span className="menu-label">{label}</span>}
      {!rail && count !== undefined && (
        <span className="menu-count num">
          <span aria-hidden="true">{count}</span>
          <VisuallyHidden>{countLabel}</VisuallyHidden>
        </span>
      )}
    </UiLink>
  );
}
