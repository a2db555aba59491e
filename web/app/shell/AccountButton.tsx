import { Popover } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { Avatar } from '../../ui/Avatar.tsx';
import { useTranslation } from '../i18n.ts';
import { useWho } from '../session.ts';
import { AccountPanel } from './AccountPanel.tsx';

/** The person at the foot of the menu; opens what is theirs. */
export function AccountButton({ rail }: { rail: boolean }) {
  const { t } = useTranslation();
  const who = useWho();
  const [open, setOpen] = useState(false);
  if (!who) return null;
  const { name = '', department, position } = who.user;
  const label = t('shell.accountOf', { name });
  return (
    <Popover opened={open} onChange={setOpen} position="right-end" width={320} trapFocus returnFocus withRoles={false} shadow="none">
      <Popover.Target>
        <button
          type="button"
          className="side-me"
          aria-label={label}
          aria-haspopup="dialog"
          aria-expanded={open}
          {...(rail && !open ? { 'data-tip': label } : {})}
          onClick={() => setOpen(!open)}
        >
          <Avatar name={name} />
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
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('shell.account')}>
        <AccountPanel onDone={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
