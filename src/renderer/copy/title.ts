/** What stands for the name of an image or a project on screen. */

const UNTITLED = 'Untitled'

/** Blanks, controls, marks of direction and of joining, and fillers: nothing of them is seen. */
const INVISIBLE = /[\p{White_Space}\p{Cc}\p{Cf}\u034f\u115f\u1160\u2800\u3164\uffa0]/gu

/** Whether something of a name can be seen. */
export const isVisible = (name: string): boolean => name.replace(INVISIBLE, '') !== ''

/** The name, or "Untitled" where there is nothing to see. */
export const titleOf = (name: string): string => (isVisible(name) ? name : UNTITLED)
