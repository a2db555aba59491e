import { Menu } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../Button.tsx';
import { IconCheck, IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '../icons.ts';
import type { FileExport } from './types.ts';

/** Exports the list's visible columns as CSV or as a workbook; names the hidden columns, and includes them on request. */
export function ExportMenu({ file }: { file: FileExport }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  return (
    <Menu position="bottom-end" width={260} shadow="none" withinPortal>
      <Menu.Target>
        <Button size="s" icon={IconDownload} loading={file.busy}>
          {t('ui.table.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconFileTypeCsv size={17} stroke={1.8} aria-hidden="true" />} onClick={() => void file.run('csv', all)}>
          {t('ui.table.exportCsv')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFileSpreadsheet size={17} stroke={1.8} aria-hidden="true" />}
          onClick={() => void file.run('xlsx', all)}
        >
          {t('ui.table.exportXlsx')}
        </Menu.Item>
        {file.hidden.length > 0 && (
          <>
            <Menu.Divider />
            <Menu.CheckboxItem
              checked={all}
              onChange={setAll}
              closeMenuOnClick={false}
              checkIcon={<IconCheck size={15} aria-hidden="true" />}
            >
              {t('ui.table.exportHidden')}
            </Menu.CheckboxItem>
            {!all && <Menu.Label>{t('ui.table.exportLeftOut', { names: file.hidden.join(', ') })}</Menu.Label>}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
