import type { ReactNode } from 'react';
import { type Icon, IconX } from './icons.ts';
import { UiLink } from './UiLink.tsx';
import './Chip.css';

type Common = { icon?: Icon; count?: number | string; on?: boolean; quiet?: boolean; children: ReactNode };
type Props = Common & ({ href: string; onClick?: never } | { href?: never; onClick: () => void });

const getClassName = (on?: boolean, quiet?: boolean) => ['chip', on && 'chip-on', quiet && 'chip-quiet'].filter(Boolean).join(' ');

/** A pill that filters: a link when the filter is in the address, a button otherwise. */
export function Chip({ icon: Glyph, count, on, quiet, children, ...way }: Props) {
  const content = (
    <>
      {Glyph && <Glyph size={15} stroke={1.9} aria-hidden="true" />}
      {children}
      {count !== undefined && <span className="num chip-count">{count}</span>}
    </>
  );
  if (way.href !== undefined) {
    return (
      <UiLink href={way.href} className={getClassName(on, quiet)} aria-current={on ? 'true' : undefined}>
        {content}
      </UiLink>
    );
  }
  return (
    <button type="button" className={getClassName(on, quiet)} aria-pressed={Boolean(on)} onClick={way.onClick}>
      {content}
    </button>
  );
}

type FilterChipProps = { label: string; removeLabel: string; onOpen?: () => void; onRemove: () => void };

/** An active filter: opens its choices, or is removed by its own button. */
export function FilterChip({ label, removeLabel, onOpen, onRemove }: FilterChipProps) {
  return (
    <span className="chip chip-filter">
      {onOpen ? (
        <button type="button" className="chip-open" onClick={onOpen}>
          {label}
        </button>
      ) : (
        <span>{label}</span>
      )}
      <button type="button" className="chip-remove" aria-label={removeLabel} data-tip={removeLabel} onClick={onRemove}>
        <IconX size={14} stroke={2} aria-hidden="true" />
      </button>
    </span>
  );
}
