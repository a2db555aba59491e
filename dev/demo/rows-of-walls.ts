import { fold } from '../../domain/text/fold.ts';
import { demoId } from './catalog/build.ts';
import type { DemoPlaylist } from './catalog/life-types.ts';
import type { DemoTenant } from './catalog.ts';
import type { Rows } from './put-rows.ts';
import { getReportId, pagesOfReport } from './rows-of-reports.ts';
import { idOfPerson } from './rows-of-tenant.ts';
import { type Clock, day } from './times.ts';

// Playlists, and the displays on which they run.

const getId = (tenant: DemoTenant, kind: string, { name }: { name: string }) => demoId(`${tenant.key}/${kind}/${name}`);
const officeHours = [{ days: [1, 2, 3, 4, 5], from: '07:00', to: '19:00' }];

export function playlistRows(tenant: DemoTenant, clock: Clock): Rows {
  return tenant.life.playlists.map((playlist, index) => ({
    ...{ tenant_id: tenant.id, id: getId(tenant, 'playlist', playlist), name: playlist.name, sort_key: fold(playlist.name) },
    ...{ description: playlist.description, owner_id: idOfPerson(tenant, playlist.owner), created_at: clock.ago((80 - index * 30) * day) },
  }));
}

export function playlistItemRows(tenant: DemoTenant): Rows {
  return tenant.life.playlists.flatMap((playlist) =>
    playlist.items.map(({ report, page, seconds, weekdays }, position) => ({
      ...{
        tenant_id: tenant.id,
        id: demoId(`${tenant.key}/item/${playlist.name}/${position}`),
        playlist_id: getId(tenant, 'playlist', playlist),
      },
      ...{ position, report_id: getReportId(tenant, report), page: pagesOfReport(tenant, report)[page]?.name ?? null, seconds },
      windows: weekdays ? officeHours : [],
    })),
  );
}

export function playlistShareRows(tenant: DemoTenant): Rows {
  return tenant.life.playlists.flatMap((playlist) =>
    playlist.sharedWith.map((name) => ({
      ...{
        tenant_id: tenant.id,
        id: demoId(`${tenant.key}/share/${playlist.name}/${name}`),
        playlist_id: getId(tenant, 'playlist', playlist),
      },
      user_group_id: demoId(`${tenant.key}/user-group/${name}`),
    })),
  );
}

export function displayRows(tenant: DemoTenant, clock: Clock): Rows {
  return tenant.life.playlists.flatMap((playlist: DemoPlaylist) => {
    const { display } = playlist;
    if (!display) return [];
    return {
      ...{
        tenant_id: tenant.id,
        id: getId(tenant, 'display', display),
        playlist_id: getId(tenant, 'playlist', playlist),
        name: display.name,
      },
      ...{ sort_key: fold(display.name), place: display.place, identity: display.identity, approved_by_id: tenant.people[0]?.id ?? null },
      ...{ approved_at: clock.ago(60 * day), created_at: clock.ago(60 * day), expires_at: clock.ago(-305 * day) },
      ...{ last_seen: clock.ago(display.seenMinutesAgo), last_ip: '203.0.113.24' },
    };
  });
}
