import { lazy, useCallback, useRef, useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { IconDots } from '../../ui/icons.ts';
import { useConfig } from '../data/use-config.ts';
import { useWho } from '../session/session.ts';
import { Part } from './Part.tsx';

const AccountPopover = lazy(() => import('./AccountPopover.tsx').then((module) => ({ default: module.AccountPopover })));

/** The signed-in user at the foot of the menu; opens the account panel. */
export function AccountButton({ rail }: { rail: boolean }) {
  const { t } = useTranslation();
  const who = useWho();
  const { picture = null } = useConfig();
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const button = useRef<HTMLButtonElement>(null);
  if (!who) return null;
  const { name = '', department, position } = who.user;
  const label = t('shell.accountOf', { name });
  return (
    <>
      <button
        ref={button}
        type="button"
        className="side-me"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        {...(rail && !open ? { 'data-tip': label } : {})}
        onClick={() => setOpen(!open)}
      >
        <Avatar name={name} picture={picture} />
        {!rail && (
          <>
            <span className="side-who">
              <span className="side-who-name">{name}</span>
              <span className="side-who-place">{department ?? position ?? t(`shell.profile.${who.profile}`)}</span>
            </span>
            <IconDots size={18} stroke={1.8} aria-hidden="true" className="side-dots" />
          </>
        )}
      </button>
      {open && (
        <Part>
          <AccountPopover button={button.current} onClose={close} />
        </Part>
      )}
    </>
  );
}
