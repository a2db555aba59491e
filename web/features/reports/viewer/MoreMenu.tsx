import { Menu } from '@mantine/core';
import { IconDots, IconFilter, IconLink, IconMaximize, IconRefresh } from '@tabler/icons-react';
import { translate, useTranslation } from '../../../app/i18n.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { toast } from '../../../ui/toast.ts';
import type { Tools } from './use-tools.ts';

// Spec 8: both words, for one second.
async function copyAddress(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    toast.success(translate('ui.copied'), { milliseconds: 1000 });
  } catch {
    toast.error(translate('ui.copyFailed'), { milliseconds: 1000 });
  }
}

type Props = { tools: Tools; sideFilter: boolean; folded: boolean; onFull: () => void };

/** More actions; on a narrow page those of the bar as well. */
export function MoreMenu({ tools, sideFilter, folded, onFull }: Props) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <IconButton icon={IconDots} label={t('reports.viewer.more')} />
      </Menu.Target>
      <Menu.Dropdown>
        {folded && tools.ready && (
          <>
            {sideFilter && (
              <Menu.Item leftSection={<IconFilter size={16} aria-hidden="true" />} onClick={tools.toggleFilters}>
                {t('reports.viewer.filters')}
              </Menu.Item>
            )}
            <Menu.Item leftSection={<IconRefresh size={16} aria-hidden="true" />} onClick={tools.refresh}>
              {t('reports.viewer.refresh')}
            </Menu.Item>
            <Menu.Item leftSection={<IconMaximize size={16} aria-hidden="true" />} onClick={onFull}>
              {t('reports.viewer.full')}
            </Menu.Item>
          </>
        )}
        <Menu.Item leftSection={<IconLink size={16} aria-hidden="true" />} onClick={() => void copyAddress()}>
          {t('reports.viewer.copyLink')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
