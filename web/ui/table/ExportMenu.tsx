import { Menu } from '@mantine/core';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../Button.tsx';
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '../icons.ts';
import type { FileExport } from './types.ts';

/** Exports what the list shows: as CSV or as a workbook. */
export function ExportMenu({ file }: { file: FileExport }) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end" width={260} shadow="none" withinPortal>
      <Menu.Target>
        <Button size="s" icon={IconDownload} loading={file.busy}>
          {t('ui.table.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconFileTypeCsv size={17} stroke={1.8} aria-hidden="true" />} onClick={() => void file.run('csv')}>
          {t('ui.table.exportCsv')}
        </Menu.Item>
        <Menu.Item leftSection={<IconFileSpreadsheet size={17} stroke={1.8} aria-hidden="true" />} onClick={() => void file.run('xlsx')}>
          {t('ui.table.exportXlsx')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
