import { hueColor } from '../../../../domain/themes/hues.ts';
import { UiLink } from '../../../ui/UiLink.tsx';
import './group-tiles.css';

export type GroupTile = { id: string; name: string; hue: number; reports: number; subgroups: readonly string[] };

/** Groups as coloured tiles: name, number of reports, and contents. */
export function GroupTiles({ groups }: { groups: readonly GroupTile[] }) {
  return (
    <ul className="plain-list group-tiles">
      {groups.map((group) => (
        <li key={group.id} className="group-tile">
          <span className="hue-square" style={{ background: hueColor(group.hue) }} aria-hidden="true" />
          <UiLink href={`/reports?group=${group.id}`} className="stretched group-tile-name">
            {group.name}
          </UiLink>
          <span className="num group-tile-count">{group.reports}</span>
          {group.subgroups.length > 0 && <span className="group-tile-inside small">{group.subgroups.join(', ')}</span>}
        </li>
      ))}
    </ul>
  );
}
