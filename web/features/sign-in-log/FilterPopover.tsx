import { Popover } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconFilter } from '../../ui/icons.ts';

/** The filters of a log. */
export function FilterPopover({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Popover position="bottom-start" width={300} withinPortal trapFocus returnFocus>
      <Popover.Target>
        <Button kind="text" size="s" icon={IconFilter}>
          {t('users.filter.add')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('users.filter.add')}>
        <div className="sign-ins-filters">{children}</div>
      </Popover.Dropdown>
    </Popover>
  );
}
