import type { ButtonHTMLAttributes, Ref } from 'react';
import type { Icon } from './icons.ts';
import './Button.css';

export type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled' | 'children' | 'aria-label'> & {
  icon: Icon;
  /** Accessible name and tooltip. */
  label: string;
  iconSize?: number;
  size?: 's' | 'm';
  /** A red dot: something needs attention behind this button; say so in `label` too. */
  dot?: boolean;
  disabledReason?: string | false | null;
  ref?: Ref<HTMLButtonElement>;
};

export function IconButton({
  icon: Glyph,
  label,
  iconSize,
  size = 'm',
  dot,
  disabledReason,
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  const name = disabledReason ? `${label}. ${disabledReason}` : label;
  return (
    <button
      type="button"
      {...rest}
      className={['icon-button', size === 's' && 'icon-button-s', className].filter(Boolean).join(' ')}
      aria-label={name}
      data-tip={name}
      aria-disabled={disabledReason ? true : undefined}
      onClick={disabledReason ? undefined : onClick}
    >
      <Glyph size={iconSize ?? (size === 's' ? 16 : 19)} stroke={1.8} aria-hidden="true" />
      {dot && <i className="icon-button-dot" aria-hidden="true" />}
    </button>
  );
}
