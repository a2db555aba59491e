import { useTranslation } from '../../i18n.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import type { Mentions } from './use-mentions.ts';

/** Users who can be mentioned; the field keeps focus, arrows move, Enter selects. */
export function MentionList({ id, mentions }: { id: string; mentions: Mentions }) {
  const { t } = useTranslation();
  const { opened, people, active, take } = mentions;
  return (
    <div className="mention-place">
      <div id={id} role="listbox" aria-label={t('comments.people')} className="mention-list" hidden={!opened || people.length === 0}>
        {people.map((person) => (
          // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the field has focus and handles the keys.
          <div
            key={person.id}
            id={`${id}-${person.id}`}
            role="option"
            aria-selected={person.id === active?.id}
            className="mention-option"
            // Keep focus in the field until the press is handled.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(person)}
          >
            <Avatar name={person.name} size={22} />
            {person.name}
          </div>
        ))}
      </div>
      {opened && people.length === 0 && (
        <p className="mention-none small muted" role="status">
          {t('comments.nobody')}
        </p>
      )}
    </div>
  );
}
