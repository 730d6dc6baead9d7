extension Plain: Slow {}

@_dynamicReplacement(for:replaceableTurns()) func slowTurns() -> Int { 4000 }
