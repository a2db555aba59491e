import type { TextKey } from '../../i18n.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { useLetterKeys } from './frame.ts';
import { shortcutSheet } from './overlays.ts';
import { isApple } from './platform.ts';
import './ShortcutSheet.css';

const mod = isApple ? '⌘' : 'Ctrl';
type Line = { keys: readonly string[]; text: TextKey };

const parts: readonly { title: TextKey; lines: readonly Line[] }[] = [
  {
    title: 'shell.keys.everywhere',
    lines: [
      { keys: [mod, 'K'], text: 'shell.keys.palette' },
      { keys: ['/'], text: 'shell.keys.search' },
      { keys: ['G', 'H'], text: 'shell.keys.home' },
      { keys: ['G', 'F'], text: 'shell.keys.favorites' },
      { keys: ['G', 'N'], text: 'inbox.title' },
      { keys: ['G', 'A'], text: 'shell.keys.mode' },
      { keys: ['['], text: 'shell.keys.menu' },
      { keys: ['Esc'], text: 'shell.keys.close' },
      { keys: ['?'], text: 'shell.keys.sheet' },
    ],
  },
  {
    title: 'shell.keys.report',
    lines: [
      { keys: ['F'], text: 'shell.keys.fullScreen' },
      { keys: ['R'], text: 'shell.keys.refresh' },
      { keys: ['S'], text: 'shell.keys.favorite' },
      { keys: ['L'], text: 'shell.keys.filters' },
      { keys: ['V'], text: 'views.title' },
      { keys: ['E'], text: 'exports.action' },
      { keys: ['1', '–', '9'], text: 'shell.keys.page' },
      { keys: ['Alt', '←', '→'], text: 'shell.keys.pages' },
    ],
  },
  {
    title: 'shell.keys.list',
    lines: [
      { keys: ['↑', '↓'], text: 'shell.keys.rows' },
      { keys: ['X'], text: 'shell.keys.select' },
      { keys: ['⇧', 'X'], text: 'views.keys.range' },
      { keys: [mod, 'A'], text: 'shell.keys.selectAll' },
      { keys: ['Enter'], text: 'shell.keys.open' },
      { keys: ['.'], text: 'shell.keys.rowMenu' },
      { keys: ['C'], text: 'shell.keys.create' },
      { keys: ['Alt', '←', '→'], text: 'views.keys.resultPage' },
      { keys: ['Alt', '↑', '↓'], text: 'views.keys.order' },
      { keys: [mod, 'S'], text: 'shell.keys.save' },
    ],
  },
  {
    title: 'views.keys.palette',
    lines: [
      { keys: [mod, 'Enter'], text: 'views.keys.newTab' },
      { keys: ['⇧', 'Enter'], text: 'views.keys.star' },
    ],
  },
];

/** Every keyboard shortcut, by place. */
export function ShortcutSheet() {
  const { t } = useTranslation();
  const opened = shortcutSheet.useIsOpen();
  const { letterKeys, allowLetterKeys } = useLetterKeys();
  return (
    <Dialog opened={opened} onClose={shortcutSheet.close} title={t('shell.shortcuts')} width={720}>
      <div className="keys">
        {parts.map(({ title, lines }) => (
          <section key={title}>
            <h3>{t(title)}</h3>
            <dl>
              {lines.map(({ keys, text }) => (
                <div key={text}>
                  <dt>{t(text)}</dt>
                  <dd>
                    {keys.map((key) =>
                      key === '–' ? (
                        ' – '
                      ) : (
                        <kbd className="kbd" key={key}>
                          {key}
                        </kbd>
                      ),
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <SwitchRow label={t('shell.letterKeys')} text={t('shell.letterKeys.text')} checked={letterKeys} onChange={allowLetterKeys} />
      <div className="dialog-actions">
        <Button data-autofocus onClick={shortcutSheet.close}>
          {t('ui.close')}
        </Button>
      </div>
    </Dialog>
  );
}
