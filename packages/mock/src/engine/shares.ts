/** How points are shared out among sections. */
import { exact } from "./score.js";

/** What a section can take: the points that were drawn for it, and the most that it can have. */
export interface Room {
  drawn: number;
  most: number;
}

const step = 0.5;

/**
 * The points of each room, which add up to the sum: every one goes up or down from what was drawn in the same
 * proportion, in half points, and what is left of a half point goes to one of them. Undefined when the sum does
 * not fit.
 */
export function sharesOf(sum: number, rooms: readonly Room[]): number[] | undefined {
  const most = rooms.reduce((all, room) => all + room.most, 0);
  if (sum < 0 || sum > most) return undefined;
  const drawn = rooms.reduce((all, room) => all + room.drawn, 0);
  const wanted = rooms.map((room) => proportional(room, { sum, drawn, most }));
  const shares = wanted.map((points) => Math.floor(points / step) * step);
  const byRemainder = [...wanted.keys()].toSorted((one, other) => lossOf(other) - lossOf(one));
  let left = exact(sum - shares.reduce((all, share) => all + share, 0));
  // More rounds than one only where rooms are full.
  while (left > 0) {
    for (const index of byRemainder) {
      const share = shares[index] ?? 0;
      const gain = exact(Math.min(step, left, (rooms[index]?.most ?? 0) - share));
      shares[index] = exact(share + gain);
      left = exact(left - gain);
    }
  }
  return shares;

  function lossOf(index: number): number {
    return (wanted[index] ?? 0) - Math.floor((wanted[index] ?? 0) / step) * step;
  }
}

function proportional(room: Room, { sum, drawn, most }: { sum: number; drawn: number; most: number }): number {
  if (sum <= drawn) return drawn === 0 ? 0 : (room.drawn * sum) / drawn;
  return room.drawn + ((room.most - room.drawn) * (sum - drawn)) / (most - drawn);
}
