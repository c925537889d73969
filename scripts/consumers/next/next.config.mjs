// Without it Next looks for lock files above this folder.
export default { turbopack: { root: import.meta.dirname } };
