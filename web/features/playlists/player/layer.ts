import type { ItemEmbed, PlayAnswer, PlayItem } from '../../../../domain/playlists/contract.ts';

/** An embed token's answer with this machine's time at which it came. */
export type HeldEmbed = ItemEmbed & { receivedAt: number };

export type LayerWish = { item: PlayItem; embed: HeldEmbed };

/** One of the two stacked places of a report, as the engine drives it. */
export type Layer = {
  /** Embeds the item and resolves when it has rendered; rejects when the service says no. */
  load(wish: LayerWish): Promise<void>;
  /** Turns the report that stands here to a page (null = its first) and resolves when that has rendered. */
  turn(page: string | null): Promise<void>;
  /** Fetches the visuals' data anew. */
  refresh(): Promise<void>;
  setToken(token: string): Promise<void>;
  /** Throws the frame away; the next load makes a fresh one. */
  rebuild(): void;
};

/** What a layer tells by itself. */
export type LayerEvents = {
  /** The report broke while it stood: `expired` when only its token has ended. */
  onFault(fault: 'expired' | 'broken'): void;
  onTouch(): void;
};

/** What the player gets from the server: as a person, or as a display. */
export type PlayerSource = {
  poll(said: { item: string | null; out: string[] }): Promise<PlayAnswer>;
  embed(itemId: string): Promise<HeldEmbed>;
};

/** How long a token still lives: both instants are the server's, so a wrong clock here does not matter. */
export const lifeLeft = (embed: HeldEmbed, now: number): number =>
  Date.parse(embed.expiresAt) - Date.parse(embed.serverNow) - (now - embed.receivedAt);
